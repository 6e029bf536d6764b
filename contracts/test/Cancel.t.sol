// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../src/Collection.sol";
import {Erc721} from "../src/Erc721.sol";
import {Outcomes} from "../src/Outcomes.sol";
import {Roles} from "../src/Roles.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {Vm, check, checkEq, vm} from "./support/Vm.sol";

contract CancelTest is CollectionTest {
    uint256[] private _both;

    function setUp() public override {
        super.setUp();
        mintTo(1, 0);
        mintTo(2, 0);
        _both = [1, 2];
    }

    function test_cancellingKillsTheTokensListingsAndNoOthers() public {
        Collection.Sale memory first = boundSale(1, 0, 1);
        Collection.Sale memory second = boundSale(2, 0, 1);
        uint256[] memory one = new uint256[](1);
        one[0] = 1;
        vm.prank(addressOf(0));
        collection.cancelListings(one);
        settleFails(first, Outcomes.InvalidSignature.selector);
        settle(second);
        settle(boundSale(1, 0, 1));
    }

    function test_cancellingAllKillsEveryListingOfTheSellerAndNoOthers() public {
        mintTo(3, 1);
        Collection.Sale memory first = boundSale(1, 0, 2);
        Collection.Sale memory second = boundSale(2, 0, 2);
        Collection.Sale memory another = boundSale(3, 1, 2);
        vm.prank(addressOf(0));
        collection.cancelAllListings(addressOf(0));
        settleFails(first, Outcomes.InvalidSignature.selector);
        settleFails(second, Outcomes.InvalidSignature.selector);
        settle(another);
        settle(boundSale(1, 0, 2));
        checkEq(collection.balanceOf(addressOf(0)), 1, "balance stays");
    }

    function test_whoMayCancel() public {
        address[3] memory allowed = [addressOf(0), SETTLER_ACCOUNT, GUARDIAN_ACCOUNT];
        for (uint256 i; i < allowed.length; ++i) {
            vm.prank(allowed[i]);
            collection.cancelListings(_both);
            vm.prank(allowed[i]);
            collection.cancelAllListings(addressOf(0));
        }
        (, uint256 version, uint256 epoch) = collection.signatureNonces(2);
        checkEq(version, 3, "version");
        checkEq(epoch, 3, "epoch");
        address[3] memory refused = [address(this), MINTER_ACCOUNT, addressOf(1)];
        for (uint256 i; i < refused.length; ++i) {
            vm.prank(refused[i]);
            vm.expectRevert(Roles.NotAuthorized.selector);
            collection.cancelListings(_both);
            vm.prank(refused[i]);
            vm.expectRevert(Roles.NotAuthorized.selector);
            collection.cancelAllListings(addressOf(0));
        }
    }

    function test_anotherOwnersTokenInTheListFailsAll() public {
        mintTo(3, 1);
        _both.push(3);
        vm.prank(addressOf(0));
        vm.expectRevert(Roles.NotAuthorized.selector);
        collection.cancelListings(_both);
        (, uint256 version,) = collection.signatureNonces(1);
        checkEq(version, 0, "nothing was cancelled");
    }

    function test_aTokenThatDoesNotExistCannotBeCancelled() public {
        _both.push(9);
        vm.prank(SETTLER_ACCOUNT);
        vm.expectRevert(Erc721.TokenNotFound.selector);
        collection.cancelListings(_both);
    }

    function test_theEvents() public {
        vm.recordLogs();
        vm.startPrank(addressOf(0));
        collection.cancelListings(_both);
        collection.cancelAllListings(addressOf(0));
        vm.stopPrank();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        checkEq(logs.length, 3, "three events");
        check(logs[1].topics[0] == keccak256("ListingsCancelled(uint256,uint256)"), "ListingsCancelled");
        check(logs[1].topics[1] == bytes32(uint256(2)), "the token");
        checkEq(abi.decode(logs[1].data, (uint256)), 1, "its version");
        check(logs[2].topics[0] == keccak256("AllListingsCancelled(address,uint256)"), "AllListingsCancelled");
        check(logs[2].topics[1] == bytes32(uint256(uint160(addressOf(0)))), "the seller");
        checkEq(abi.decode(logs[2].data, (uint256)), 1, "the epoch");
    }

    /// The counters' last values wrap within their own field and leave owner, balance and the rest alone.
    function test_theCountersWrapWithoutTouchingTheirNeighbours() public {
        bytes32 tokenSlot = keccak256(abi.encode(uint256(1), _slotOfTokens()));
        bytes32 accountSlot = keccak256(abi.encode(addressOf(0), _slotOfTokens() + 1));
        uint256 token = uint256(vm.load(address(collection), tokenSlot));
        uint256 account = uint256(vm.load(address(collection), accountSlot));
        checkEq(address(uint160(token)), addressOf(0), "found the token's word");
        checkEq(uint64(account), 2, "found the account's word");
        vm.store(address(collection), tokenSlot, bytes32(token | (uint256(type(uint32).max) << 224)));
        vm.store(address(collection), accountSlot, bytes32(account | (uint256(type(uint64).max) << 64)));

        vm.startPrank(addressOf(0));
        collection.cancelListings(_both);
        collection.cancelAllListings(addressOf(0));
        vm.stopPrank();
        (address tokenOwner, uint256 version, uint256 epoch) = collection.signatureNonces(1);
        checkEq(tokenOwner, addressOf(0), "owner");
        checkEq(version, 0, "version");
        checkEq(epoch, 0, "epoch");
        checkEq(collection.balanceOf(addressOf(0)), 2, "balance");
        checkEq(collection.creatorOf(1), CREATOR, "creator");
        check(vm.load(address(collection), accountSlot) == bytes32(account), "the account's word");
    }

    /// @dev The tokens' mapping is the first state variable, the accounts' the second.
    function _slotOfTokens() private pure returns (uint256) {
        return 0;
    }
}
