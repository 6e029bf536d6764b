// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../src/Collection.sol";
import {Outcomes} from "../src/Outcomes.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {Listing, Signing, Withdrawal} from "./support/Signing.sol";
import {check, checkEq, vm} from "./support/Vm.sol";

/// Any one-bit change of anything signed, of the signature or of an argument's unused bits must fail.
contract BitFlipsTest is CollectionTest {
    uint256 private constant WORD_BITS = 256;

    function testFuzz_aChangedSaleFails(uint256 tokenId, uint256 price, uint256 bit, bool isOpen) public {
        mintTo(tokenId, 0);
        Listing memory listing = currentListing(tokenId, isOpen ? address(0) : addressOf(1));
        listing.priceUsdCents = price;
        bytes memory sent = abi.encodeCall(collection.settle, (saleOf(listing, addressOf(1), 0)));
        bit %= 7 * WORD_BITS;
        // An open listing is for any buyer: the low 160 bits of the second word are free then.
        vm.assume(!isOpen || bit < WORD_BITS || bit >= 2 * WORD_BITS || bit % WORD_BITS >= 160);
        _flipFails(SETTLER_ACCOUNT, sent, bit, tokenId, addressOf(1));
    }

    function testFuzz_aChangedWithdrawalFails(uint256 tokenId, uint256 bit) public {
        mintTo(tokenId, 0);
        Withdrawal memory withdrawal = currentWithdrawal(tokenId, STRANGER);
        (bytes32 r, bytes32 vs) = signWithdrawal(withdrawal, 0);
        bytes memory sent = abi.encodeCall(collection.withdraw, (tokenId, STRANGER, withdrawal.expiry, r, vs));
        _flipFails(address(this), sent, bit % (5 * WORD_BITS), tokenId, STRANGER);
    }

    /// What the contract's state adds to the signed fields: seller, version, epoch.
    function testFuzz_aListingOfOtherStateFails(uint256 bit, uint256 field) public {
        mintTo(1, 0);
        Listing memory listing = currentListing(1, addressOf(1));
        field %= 3;
        if (field == 0) listing.seller = address(uint160(listing.seller) ^ uint160(1 << (bit % 160)));
        if (field == 1) listing.version ^= 1 << (bit % WORD_BITS);
        if (field == 2) listing.epoch ^= 1 << (bit % WORD_BITS);
        settleFails(saleOf(listing, addressOf(1), 0), Outcomes.InvalidSignature.selector);
    }

    function testFuzz_aWithdrawalOfOtherStateFails(uint256 bit, uint256 field) public {
        mintTo(1, 0);
        Withdrawal memory withdrawal = currentWithdrawal(1, STRANGER);
        field %= 3;
        if (field == 0) withdrawal.owner = address(uint160(withdrawal.owner) ^ uint160(1 << (bit % 160)));
        if (field == 1) withdrawal.version ^= 1 << (bit % WORD_BITS);
        if (field == 2) withdrawal.epoch ^= 1 << (bit % WORD_BITS);
        (bytes32 r, bytes32 vs) = signWithdrawal(withdrawal, 0);
        vm.expectRevert(Outcomes.InvalidSignature.selector);
        collection.withdraw(1, STRANGER, withdrawal.expiry, r, vs);
    }

    /// The narrow arguments: a bit above their width is refused, not cut off.
    function testFuzz_dirtyUpperBitsOfAMintFail(uint256 bit) public {
        bytes memory sent = abi.encodeCall(collection.mint, (itemFor(1, 0)));
        uint8[4] memory widths = [160, 40, 16, 160]; // to, creatorId, royaltyBps, payout
        uint256 field = bit % 4;
        bit = widths[field] + ((bit >> 8) % (WORD_BITS - widths[field]));
        vm.prank(MINTER_ACCOUNT);
        (bool ok,) = address(collection).call(_flip(sent, (1 + field) * WORD_BITS + bit));
        check(!ok, "minted with dirty bits");
    }

    function testFuzz_dirtyUpperBitsOfAddressesFail(uint256 bit) public {
        mintTo(1, 0);
        bit = 160 + (bit % 96);
        bytes[8] memory sent = [
            abi.encodeCall(collection.transferFrom, (addressOf(0), STRANGER, 1)),
            abi.encodeCall(collection.approve, (STRANGER, 1)),
            abi.encodeCall(collection.setApprovalForAll, (STRANGER, true)),
            abi.encodeCall(collection.cancelAllListings, (addressOf(0))),
            abi.encodeCall(collection.balanceOf, (addressOf(0))),
            abi.encodeCall(collection.isApprovedForAll, (addressOf(0), STRANGER)),
            abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", addressOf(0), STRANGER, 1),
            abi.encodeCall(collection.rolesOf, (STRANGER))
        ];
        for (uint256 i; i < sent.length; ++i) {
            vm.prank(addressOf(0));
            (bool ok,) = address(collection).call(_flip(sent[i], bit));
            check(!ok, "took dirty bits");
        }
        vm.prank(addressOf(0));
        collection.transferFrom(addressOf(0), STRANGER, 1); // clean, it works
    }

    /// An address handed to the storage with dirty bits in a register must not leak into the word's other fields.
    function testFuzz_neighboursInTheWordStay(uint160 dirt, uint40 creatorId, uint16 bps) public {
        bps %= 10_001;
        address to = address(dirt | 1);
        vm.prank(MINTER_ACCOUNT);
        collection.mint(Collection.MintItem(1, addressOf(0), creatorId, bps, address(0)));
        vm.prank(addressOf(0));
        collection.transferFrom(addressOf(0), to, 1);
        checkEq(collection.ownerOf(1), to, "owner");
        checkEq(collection.creatorOf(1), creatorId, "creator");
        (, uint256 amount) = collection.royaltyInfo(1, 10_000);
        checkEq(amount, bps, "royalty");
        (, uint256 version,) = collection.signatureNonces(1);
        checkEq(version, 1, "version");
        checkEq(collection.balanceOf(to), 1, "balance");
    }

    /// @dev Sent with the bit flipped it fails, sent as it was signed it moves the token: so the flip was the reason.
    function _flipFails(address sender, bytes memory sent, uint256 bit, uint256 tokenId, address to) private {
        vm.prank(sender);
        (bool ok,) = address(collection).call(_flip(sent, bit));
        check(!ok, "took a changed call");
        vm.prank(sender);
        (ok,) = address(collection).call(sent);
        check(ok, "refused the unchanged call");
        checkEq(collection.ownerOf(tokenId), to, "moved");
    }

    /// @dev Bit 0 is the lowest of the first word after the selector.
    function _flip(bytes memory sent, uint256 bit) private pure returns (bytes memory changed) {
        changed = bytes.concat(sent);
        uint256 word = bit / WORD_BITS;
        uint256 position = bit % WORD_BITS;
        uint256 index = 4 + word * 32 + 31 - position / 8;
        changed[index] = bytes1(uint8(changed[index]) ^ uint8(1 << (position % 8)));
    }
}
