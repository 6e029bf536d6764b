// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {Listing, Signing, Withdrawal} from "./Signing.sol";
import {check, vm} from "./Vm.sol";

/// @notice Deploys the shipped creation code (or a mutant, see mutation/) and knows its people.
abstract contract CollectionTest {
    address internal constant COLLECTOR = address(0xC0113C708);
    address internal constant MINTER_ACCOUNT = address(0x4117E8);
    address internal constant SETTLER_ACCOUNT = address(0x5E771E8);
    address internal constant GUARDIAN_ACCOUNT = address(0x60A8D1A2);
    address internal constant STRANGER = address(0x57A26E8);
    string internal constant CONTRACT_URI = "ipfs://contract";
    uint40 internal constant CREATOR = 7;
    uint256 internal constant PRICE = 12_345;
    uint256 internal constant START = 1_800_000_000;

    Collection internal collection;

    /// @dev The test contract is the owner.
    function setUp() public virtual {
        vm.warp(START);
        collection = deployCollection(address(this));
        collection.grantRoles(MINTER_ACCOUNT, 1);
        collection.grantRoles(SETTLER_ACCOUNT, 2);
        collection.grantRoles(GUARDIAN_ACCOUNT, 4);
    }

    function deployCollection(address owner) internal returns (Collection deployed) {
        bytes memory code = vm.getCode(vm.envOr("COLLECTION_ARTIFACT", string("cache/shipped.json")));
        bytes memory creation = abi.encodePacked(code, abi.encode(owner, COLLECTOR, CONTRACT_URI));
        assembly ("memory-safe") {
            deployed := create(0, add(creation, 32), mload(creation))
        }
        check(address(deployed) != address(0), "deployed");
    }

    function keyOf(uint256 member) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode("member", member))) >> 1;
    }

    function addressOf(uint256 member) internal pure returns (address) {
        return vm.addr(keyOf(member));
    }

    function itemFor(uint256 tokenId, uint256 member) internal pure returns (Collection.MintItem memory) {
        return Collection.MintItem({
            tokenId: tokenId, to: addressOf(member), creatorId: CREATOR, royaltyBps: 500, payout: address(0)
        });
    }

    function mintTo(uint256 tokenId, uint256 member) internal {
        vm.prank(MINTER_ACCOUNT);
        collection.mint(itemFor(tokenId, member));
    }

    /// @dev A Listing as the contract's state asks for it now.
    function currentListing(uint256 tokenId, address buyer) internal view returns (Listing memory) {
        (address seller, uint256 version, uint256 epoch) = collection.signatureNonces(tokenId);
        return Listing(seller, tokenId, buyer, PRICE, block.timestamp + 1000, version, epoch);
    }

    function currentWithdrawal(uint256 tokenId, address to) internal view returns (Withdrawal memory) {
        (address owner, uint256 version, uint256 epoch) = collection.signatureNonces(tokenId);
        return Withdrawal(owner, tokenId, to, block.timestamp + 1000, version, epoch);
    }

    /// @dev A sale of the listing to `buyer`, signed by the member.
    function saleOf(Listing memory listing, address buyer, uint256 signer)
        internal
        view
        returns (Collection.Sale memory)
    {
        bytes32 hash = Signing.digest(address(collection), block.chainid, listing);
        (bytes32 r, bytes32 vs) = Signing.compactSign(keyOf(signer), hash);
        bool isBound = listing.buyer != address(0);
        return Collection.Sale(listing.tokenId, buyer, isBound, listing.priceUsdCents, listing.expiry, r, vs);
    }

    /// @dev A sale bound to the buyer, signed by the member who sells.
    function boundSale(uint256 tokenId, uint256 seller, uint256 buyer) internal view returns (Collection.Sale memory) {
        return saleOf(currentListing(tokenId, addressOf(buyer)), addressOf(buyer), seller);
    }

    function settle(Collection.Sale memory sale) internal {
        vm.prank(SETTLER_ACCOUNT);
        collection.settle(sale);
    }

    function settleFails(Collection.Sale memory sale, bytes4 reason) internal {
        vm.prank(SETTLER_ACCOUNT);
        vm.expectRevert(reason);
        collection.settle(sale);
    }

    function signWithdrawal(Withdrawal memory withdrawal, uint256 signer) internal view returns (bytes32, bytes32) {
        return Signing.compactSign(keyOf(signer), Signing.digest(address(collection), block.chainid, withdrawal));
    }
}
